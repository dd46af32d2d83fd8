package io.metasched.service.agent.link;

/**
 * Site of an agent.
 *
 * @param watch reader of the site
 * @param holds orders about holds at the site
 */
public record AgentSite(SiteWatch watch, HoldQueue holds) implements AutoCloseable {
  @Override
  public void close() {
    watch.close();
    holds.close();
  }
}
