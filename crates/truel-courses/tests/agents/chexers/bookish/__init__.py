"""Reads files: beside its module, and by their path from the working folder, which holds the
package.
"""

import os

from hexes import Cells

from .player import *
