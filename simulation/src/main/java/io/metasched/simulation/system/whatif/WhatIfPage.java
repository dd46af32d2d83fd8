package io.metasched.simulation.system.whatif;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.kernel.PageSections;
import io.metasched.simulation.report.PageLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Flexible reservations on a page: methods side by side. */
final class WhatIfPage implements PageSections<WhatIfRun> {
  private final PageLimits limits;
  private final List<WhatIfFacts> facts = new ArrayList<>();

  /**
   * The sections of a page.
   *
   * @param limits what each policy may take
   */
  WhatIfPage(PageLimits limits) {
    this.limits = limits;
  }

  @Override
  public String body() {
    return "what-if.html";
  }

  @Override
  public List<String> scripts() {
    return List.of("deployment.js", "what-if.js");
  }

  @Override
  public void run(WhatIfRun run, JsonGenerator block) throws IOException {
    facts.add(run.facts());
    block.writeStartObject();
    block.writeNumberField("limit", limits.decisions());
    block.writeEndObject();
  }

  @Override
  public void summary(ObjectNode shown) {
    var first = facts.get(0);
    shown.put("processors", first.processors().toString());
    shown.put("candidates", first.candidates());
  }
}
