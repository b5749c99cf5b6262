package dev.waybill.insight;

/// Reads the state of all queues of a tenant, in the process that has the store open.
public interface OverviewSource {

  Overview overview();
}
