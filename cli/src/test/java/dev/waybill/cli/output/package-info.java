@NullMarked
package dev.waybill.cli.output;

import org.jspecify.annotations.NullMarked;
