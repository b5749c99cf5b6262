@NullMarked
package dev.waybill.server;

import org.jspecify.annotations.NullMarked;
