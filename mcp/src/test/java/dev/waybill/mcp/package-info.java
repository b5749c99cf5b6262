@NullMarked
package dev.waybill.mcp;

import org.jspecify.annotations.NullMarked;
