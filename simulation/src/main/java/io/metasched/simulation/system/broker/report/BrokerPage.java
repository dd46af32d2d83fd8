package io.metasched.simulation.system.broker.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.kernel.PageSections;
import io.metasched.simulation.report.PageFile;
import io.metasched.simulation.report.PageLimits;
import io.metasched.simulation.system.broker.rows.BrokerRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Sections of the page about brokers and agents: comparison of the policies, tasks per agent, loads
 * over time.
 */
public final class BrokerPage implements PageSections<BrokerRun> {
  private final PageLimits limits;
  private final List<ShownTable.Facts> facts = new ArrayList<>();

  /**
   * Creates the sections.
   *
   * @param limits limits of each policy on the page
   */
  public BrokerPage(PageLimits limits) {
    this.limits = limits;
  }

  @Override
  public String body() {
    return "broker.html";
  }

  @Override
  public List<String> scripts() {
    return List.of("times.js", "deployment.js", "broker.js");
  }

  @Override
  public void run(BrokerRun run, JsonGenerator block) throws IOException {
    PageFile.MAPPER.writeTree(
        block, PageFile.MAPPER.valueToTree(ShownTable.of(run, limits.bars())));
    facts.add(ShownTable.Facts.of(run));
  }

  @Override
  public void summary(ObjectNode shown) {
    shown.set("facts", PageFile.MAPPER.valueToTree(facts.get(0)));
  }
}
