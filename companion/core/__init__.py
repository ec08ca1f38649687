"""What every game is made of. Pure: values in, values out; knows no particular game."""
