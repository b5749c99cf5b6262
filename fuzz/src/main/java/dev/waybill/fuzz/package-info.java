/// Fuzz targets for every parser of user input.
@NullMarked
package dev.waybill.fuzz;

import org.jspecify.annotations.NullMarked;
