package dev.waybill.server.grpc;

import com.google.protobuf.Descriptors.Descriptor;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.KnownLength;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.ProtoMethodDescriptorSupplier;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/// Measures messages before they are parsed, and limits the memory for those of all calls. For
/// services whose messages are streams of bytes, from which the marshaller reads later.
final class Inbound implements ServerInterceptor {

  private static final int CHUNK = 64 * 1024;

  private final Budget budget;

  Inbound(Budget budget) {
    this.budget = budget;
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    Weighing<Q> weighing = new Weighing<>(call, next.startCall(call, headers));
    Arriving.onTooMuch(() -> weighing.refuse(tooMuch()));
    return weighing;
  }

  private final class Weighing<Q> extends SimpleForwardingServerCallListener<Q> {

    private final ServerCall<Q, ?> call;
    private final AtomicLong reserved = new AtomicLong();
    private final AtomicBoolean refused = new AtomicBoolean();

    Weighing(ServerCall<Q, ?> call, ServerCall.Listener<Q> listener) {
      super(listener);
      this.call = call;
    }

    /// A stream of requests has one message in memory at a time.
    @Override
    @SuppressWarnings("unchecked") // messages are streams here
    public void onMessage(Q message) {
      release();
      try {
        byte[] bytes = read((InputStream) message);
        reserve(weight(bytes) - reserved.get());
        super.onMessage((Q) new Whole(bytes));
      } catch (StatusRuntimeException why) {
        refuse(why);
      }
    }

    private void refuse(StatusRuntimeException why) {
      if (refused.compareAndSet(false, true)) {
        call.close(why.getStatus(), new Metadata());
      }
    }

    @Override
    public void onHalfClose() {
      if (!refused.get()) {
        super.onHalfClose();
      }
    }

    @Override
    public void onComplete() {
      release();
      super.onComplete();
    }

    @Override
    public void onCancel() {
      release();
      super.onCancel();
    }

    /// The length of a compressed message is known only after it was read.
    private byte[] read(InputStream message) {
      try (message) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] chunk = message.readNBytes(CHUNK);
        while (chunk.length > 0) {
          all.writeBytes(chunk);
          reserve(all.size() > Budget.SMALL ? chunk.length : 0);
          chunk = message.readNBytes(CHUNK);
        }
        return all.toByteArray();
      } catch (IOException broken) {
        throw unreadable();
      }
    }

    private long weight(byte[] bytes) {
      try {
        long weight = WireWeight.of(bytes, inputOf(call.getMethodDescriptor()));
        return weight > Budget.SMALL ? weight : 0;
      } catch (IOException malformed) {
        throw unreadable();
      }
    }

    private StatusRuntimeException unreadable() {
      String name = inputOf(call.getMethodDescriptor()).getName();
      return Status.INVALID_ARGUMENT
          .withDescription("the message is not a valid " + name)
          .asRuntimeException();
    }

    private void reserve(long bytes) {
      if (bytes <= 0) {
        return;
      }
      if (!budget.take(bytes)) {
        throw tooMuch();
      }
      reserved.addAndGet(bytes);
    }

    private void release() {
      budget.giveBack(reserved.getAndSet(0));
    }
  }

  private static StatusRuntimeException tooMuch() {
    return Status.RESOURCE_EXHAUSTED
        .withDescription(
            "the server has no memory for a message of this size at the moment; send less at once,"
                + " or try again later")
        .asRuntimeException();
  }

  private static Descriptor inputOf(MethodDescriptor<?, ?> method) {
    if (method.getSchemaDescriptor() instanceof ProtoMethodDescriptorSupplier known) {
      return known.getMethodDescriptor().getInputType();
    }
    throw new IllegalStateException(method.getFullMethodName() + " has no schema");
  }

  /// A stream whose length is known.
  private static final class Whole extends ByteArrayInputStream implements KnownLength {

    Whole(byte[] bytes) {
      super(bytes);
    }
  }
}
