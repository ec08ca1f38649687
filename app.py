"""The WSGI object that any WSGI server can serve: settings from the environment, then the site."""

import os

from companion.settings import Settings
from companion.web import create_app

app = create_app(Settings.from_env(os.environ))
