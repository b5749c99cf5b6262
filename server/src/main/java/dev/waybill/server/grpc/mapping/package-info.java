/// Between the types of the gRPC contract and those of Waybill.
@NullMarked
package dev.waybill.server.grpc.mapping;

import org.jspecify.annotations.NullMarked;
