/// Messages: what a program creates, and how far each one is.
@NullMarked
package dev.waybill.message;

import org.jspecify.annotations.NullMarked;
