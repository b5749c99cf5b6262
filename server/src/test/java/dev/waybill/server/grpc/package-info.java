@NullMarked
package dev.waybill.server.grpc;

import org.jspecify.annotations.NullMarked;
