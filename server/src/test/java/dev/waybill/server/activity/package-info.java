@NullMarked
package dev.waybill.server.activity;

import org.jspecify.annotations.NullMarked;
