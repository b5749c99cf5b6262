/// Settings of servers, clients, queues and limits.
@NullMarked
package dev.waybill.settings;

import org.jspecify.annotations.NullMarked;
