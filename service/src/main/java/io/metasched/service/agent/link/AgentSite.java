package io.metasched.service.agent.link;

import java.util.concurrent.CompletionStage;

/**
 * Site of an agent.
 *
 * @param watch reader of the site
 * @param holds orders about holds at the site
 */
public record AgentSite(SiteWatch watch, HoldQueue holds) implements AutoCloseable {
  /** Carries out an order. */
  CompletionStage<OrderReply> carryOut(AgentOrder.HoldOrder order) {
    return holds.carryOut(order);
  }

  @Override
  public void close() {
    watch.close();
    holds.close();
  }
}
