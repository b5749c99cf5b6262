/// What the service decides: admission, transitions, tokens, maintenance. Knows the ports, no
/// driver.
@NullMarked
package dev.waybill.engine;

import org.jspecify.annotations.NullMarked;
