package dev.waybill.service;

/// A module that adds services on top of jobs, such as topics or schedules. Engines find it with
/// [java.util.ServiceLoader] and open it once.
public interface ServiceProvider {

  /// Offers its services to an engine. It may look up other services only after all providers are
  /// open: when one of its own services is used, or when it is started.
  void open(ServiceHost host);
}
