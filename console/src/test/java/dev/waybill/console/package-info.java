/// Tests of the console in a real browser, against real servers.
@NullMarked
package dev.waybill.console;

import org.jspecify.annotations.NullMarked;
