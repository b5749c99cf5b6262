package dev.waybill.console;

import dev.waybill.Failure;
import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.Settlement;
import dev.waybill.Waybill;
import dev.waybill.document.NewFile;
import dev.waybill.document.NewUpload;
import dev.waybill.message.NewMessage;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/// Data for pages: some of everything, made through the public interfaces.
final class Traffic {

  private final ConsoleServer server;
  private final Waybill waybill;

  Traffic(ConsoleServer server, Waybill waybill) {
    this.server = server;
    this.waybill = waybill;
  }

  /// A job of each state, and definitions.
  void fill() {
    jobs();
    topics();
    server.call(
        "PUT",
        "/v1/schedules/daily-report",
        """
        {"cron": "30 9 * * MON-FRI", "zone": "Europe/Lisbon", "description": "Sales by region", \
        "action": {"job": {"type": "report.daily", "queue": "reports", "payload": {"kind": "daily"}}}}\
        """);
    for (String recipient :
        List.of("ada@example.org", "bounce@example.org", "refuse@example.org")) {
      waybill.messages().send(mail(recipient).build());
    }
  }

  static NewMessage.Builder mail(String recipient) {
    return NewMessage.builder("email", recipient)
        .subject("Your order has shipped")
        .text("Order 7 is on its way.")
        .html("<h1 style=\"color:#0b6480\">Shipped</h1><p>Order <b>7</b> is on its way.</p>")
        .tags("shipping")
        .correlationId("order-7");
  }

  private void jobs() {
    enqueue("mails", "mail.send", 12);
    enqueue("invoices", "invoice.render", 6);
    done("invoices", 4);
    dead("mails", 5, Failure.of("smtp_timeout", "no answer from mx1.example.org within 10 s"));
    waybill.enqueue(NewJob.builder("reminder").queue("mails").delay(Duration.ofHours(3)).build());
    running("reports");
  }

  void enqueue(String queue, String type, int count) {
    waybill.enqueueAll(
        IntStream.range(0, count)
            .mapToObj(
                i ->
                    NewJob.builder(type)
                        .queue(queue)
                        .payload("{\"order\":" + (1000 + i) + ",\"to\":\"ada@example.org\"}")
                        .tags("customer:" + i % 3)
                        .build())
            .toList());
  }

  void done(String queue, int count) {
    settle(queue, count, Outcome.done("{\"ok\":true}"));
  }

  void dead(String queue, int count, Failure failure) {
    settle(queue, count, new Outcome.Reject(failure));
  }

  private void settle(String queue, int count, Outcome outcome) {
    List<Lease> leases = lease(queue, count);
    waybill.settle(leases.stream().map(lease -> new Settlement(lease.token(), outcome)).toList());
  }

  List<Lease> lease(String queue, int count) {
    return waybill.lease(
        LeaseRequest.of(queue, queue + "-worker-1")
            .withMax(count)
            .withLeaseDuration(Duration.ofHours(1)));
  }

  void complete(Lease lease) {
    waybill.settle(List.of(new Settlement(lease.token(), Outcome.done("{}"))));
  }

  /// A job that runs and has written output.
  Lease running(String queue) {
    waybill.enqueue(
        NewJob.of("report.daily", "{\"region\":\"eu\"}").toBuilder().queue(queue).build());
    Lease lease = lease(queue, 1).getFirst();
    write(lease, 1, "\\u001b[32mconnected\\u001b[0m to warehouse\\n");
    write(lease, 2, "\\u001b[31merror:\\u001b[0m rate of XAU is missing\\n");
    return lease;
  }

  /// @param text as it stands in JSON
  void write(Lease lease, long sequence, String text) {
    waybill.publish(
        lease.token(),
        List.of(
            NewEvent.of(sequence, "Output", "{\"stream\":\"stdout\",\"text\":\"" + text + "\"}")));
  }

  private void topics() {
    server.call("PUT", "/v1/topics/orders", "{\"description\": \"What happens to orders\"}");
    server.call(
        "PUT",
        "/v1/topics/orders/subscriptions/portugal",
        "{\"queue\": \"orders-pt\", \"filter\": {\"country\": [\"pt\"]}}");
    server.call("PUT", "/v1/topics/orders/subscriptions/all", "{\"queue\": \"warehouse\"}");
    for (String version : List.of("1.0", "1.1")) {
      String added = version.equals("1.0") ? "" : ", \"currency\": {\"type\": \"string\"}";
      server.call(
          "PUT",
          "/v1/schemas/order.paid/" + version,
          "{\"schema\": {\"type\": \"object\", \"properties\": {\"order\": {\"type\": \"integer\"}"
              + added
              + "}}}");
    }
    server.call(
        "POST",
        "/v1/topics/orders/events/batch",
        """
        {"events": [{"type": "order.paid", "id": "7-paid", "correlation_id": "order-7", \
        "body": {"order": 7}, "attributes": {"country": "pt"}}]}\
        """);
  }

  /// Uploads a document and returns its ID.
  static String document(Waybill waybill, String session, String name, String text) {
    return waybill
        .documents()
        .upload(NewUpload.to(session), List.of(new NewFile(name, Payload.of(text))))
        .documents()
        .getFirst()
        .id();
  }

  JobId any(String queue) {
    return waybill.enqueue(NewJob.of("mail.send", "{}").toBuilder().queue(queue).build()).id();
  }
}
