/// Waybill over gRPC: reads requests, calls the engine, writes answers. Decides nothing about jobs.
@NullMarked
package dev.waybill.server.grpc;

import org.jspecify.annotations.NullMarked;
