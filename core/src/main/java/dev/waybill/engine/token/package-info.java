/// Task tokens and the keys that sign them.
@NullMarked
package dev.waybill.engine.token;

import org.jspecify.annotations.NullMarked;
