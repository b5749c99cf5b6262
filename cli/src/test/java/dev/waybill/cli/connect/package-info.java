@NullMarked
package dev.waybill.cli.connect;

import org.jspecify.annotations.NullMarked;
