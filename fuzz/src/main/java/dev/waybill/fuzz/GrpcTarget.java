package dev.waybill.fuzz;

import dev.waybill.proto.v1.DocumentServiceGrpc;
import dev.waybill.proto.v1.InsightServiceGrpc;
import dev.waybill.proto.v1.JobServiceGrpc;
import dev.waybill.proto.v1.MessageServiceGrpc;
import dev.waybill.proto.v1.ScheduleServiceGrpc;
import dev.waybill.proto.v1.SuppressionServiceGrpc;
import dev.waybill.proto.v1.TemplateServiceGrpc;
import dev.waybill.proto.v1.TopicServiceGrpc;
import dev.waybill.server.auth.Access;
import dev.waybill.server.grpc.GrpcServer;
import dev.waybill.server.grpc.GrpcSettings;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import java.io.ByteArrayInputStream;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A complete gRPC server: a method and the bytes of its request. It must never return an internal
/// error.
final class GrpcTarget implements FuzzTarget {

  private static final Set<Status.Code> FINDINGS =
      Set.of(Status.Code.INTERNAL, Status.Code.UNKNOWN, Status.Code.DATA_LOSS);

  private static final List<MethodDescriptor<?, ?>> METHODS =
      Stream.of(
              JobServiceGrpc.getServiceDescriptor(),
              TopicServiceGrpc.getServiceDescriptor(),
              ScheduleServiceGrpc.getServiceDescriptor(),
              MessageServiceGrpc.getServiceDescriptor(),
              TemplateServiceGrpc.getServiceDescriptor(),
              SuppressionServiceGrpc.getServiceDescriptor(),
              DocumentServiceGrpc.getServiceDescriptor(),
              InsightServiceGrpc.getServiceDescriptor())
          .map(ServiceDescriptor::getMethods)
          .<MethodDescriptor<?, ?>>flatMap(methods -> methods.stream())
          .sorted(java.util.Comparator.comparing(MethodDescriptor::getFullMethodName))
          .toList();

  private final ManagedChannel channel;

  GrpcTarget() {
    GrpcSettings settings = GrpcSettings.DEFAULT.withPort(0);
    int port = GrpcServer.start(Stores.temporary(), settings, Access.open()).port();
    channel = NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
  }

  @Override
  public void accept(byte[] input) {
    List<byte[]> parts = Input.parts(input, 2);
    call(Input.choice(parts.get(0), METHODS), parts.get(1));
  }

  private <Q, A> void call(MethodDescriptor<Q, A> method, byte[] bytes) {
    Q request;
    try {
      request = method.parseRequest(new ByteArrayInputStream(bytes));
    } catch (StatusRuntimeException noMessage) {
      return;
    }
    try {
      answer(method, request);
    } catch (StatusRuntimeException refused) {
      if (FINDINGS.contains(refused.getStatus().getCode())) {
        throw refused;
      }
    }
  }

  private <Q, A> void answer(MethodDescriptor<Q, A> method, Q request) {
    CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(2, TimeUnit.SECONDS);
    if (method.getType() != MethodType.SERVER_STREAMING) {
      ClientCalls.blockingUnaryCall(channel, method, options, request);
      return;
    }
    Iterator<A> answers =
        ClientCalls.blockingServerStreamingCall(channel, method, options, request);
    while (answers.hasNext()) {
      answers.next();
    }
  }
}
