package dev.waybill.checks.violations;

record Talker() {

  void talk() {
    System.out.println("heard by nobody");
  }
}
