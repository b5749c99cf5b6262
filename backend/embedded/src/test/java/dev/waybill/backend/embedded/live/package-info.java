@NullMarked
package dev.waybill.backend.embedded.live;

import org.jspecify.annotations.NullMarked;
