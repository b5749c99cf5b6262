@NullMarked
package dev.waybill.client.http;

import org.jspecify.annotations.NullMarked;
