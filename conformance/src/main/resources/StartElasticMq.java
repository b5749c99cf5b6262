import org.elasticmq.rest.sqs.SQSRestServerBuilder;

/** Starts the emulator of SQS on a port of the loopback interface: StartElasticMq.java PORT. */
class StartElasticMq {
  public static void main(String[] args) {
    SQSRestServerBuilder.withInterface("127.0.0.1")
        .withPort(Integer.parseInt(args[0]))
        .start()
        .waitUntilStarted();
  }
}
