/// HTTP/1.1 on blocking connections: requests, answers and streams.
@NullMarked
package dev.waybill.client.http;

import org.jspecify.annotations.NullMarked;
