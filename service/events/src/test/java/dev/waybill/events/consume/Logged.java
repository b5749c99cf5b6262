package dev.waybill.events.consume;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/// The warnings of consumers while this is open.
final class Logged extends Handler implements AutoCloseable {

  private final Logger logger = Logger.getLogger(EventConsumer.class.getName());
  private final List<String> warnings = new CopyOnWriteArrayList<>();

  Logged() {
    logger.addHandler(this);
  }

  List<String> warnings() {
    return warnings;
  }

  @Override
  public void publish(LogRecord entry) {
    if (entry.getLevel().equals(Level.WARNING)) {
      warnings.add(entry.getMessage());
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
  }
}
