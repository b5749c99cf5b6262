@NullMarked
package dev.waybill.server.http.pages;

import org.jspecify.annotations.NullMarked;
