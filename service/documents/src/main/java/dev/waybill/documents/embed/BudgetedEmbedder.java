package dev.waybill.documents.embed;

import dev.waybill.documents.remote.DailyBudget;
import dev.waybill.documents.remote.ModelException;
import java.util.List;

/// Refuses the calls of a tenant after it has used its budget of the day.
final class BudgetedEmbedder extends ForwardingEmbedder {

  private final String tenant;
  private final DailyBudget budget;

  BudgetedEmbedder(Embedder next, String tenant, DailyBudget budget) {
    super(next);
    this.tenant = tenant;
    this.budget = budget;
  }

  @Override
  public Embedded embed(List<String> texts, Purpose purpose) throws EmbeddingException {
    try {
      budget.check(tenant);
    } catch (ModelException usedUp) {
      throw EmbeddingException.of(usedUp);
    }
    Embedded embedded = next.embed(texts, purpose);
    budget.count(tenant, embedded.tokens());
    return embedded;
  }
}
