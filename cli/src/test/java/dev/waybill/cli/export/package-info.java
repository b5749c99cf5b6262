@NullMarked
package dev.waybill.cli.export;

import org.jspecify.annotations.NullMarked;
