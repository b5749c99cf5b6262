@NullMarked
package dev.waybill.server.config;

import org.jspecify.annotations.NullMarked;
