/// Templates of messages: their versions, and how variables are filled in.
@NullMarked
package dev.waybill.messages.template;

import org.jspecify.annotations.NullMarked;
