/// The decisions of the service: validation, transitions, tokens, maintenance. It uses the ports,
/// but no driver.
@NullMarked
package dev.waybill.engine;

import org.jspecify.annotations.NullMarked;
