package dev.waybill.checks.violations;

record Sleeper() {

  void sleep() throws InterruptedException {
    Thread.sleep(1);
  }
}
