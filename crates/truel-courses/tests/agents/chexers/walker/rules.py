# The folder that holds the package is where the referee was run.
from hexes import LEFT, Cells
