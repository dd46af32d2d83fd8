package io.metasched.simulation.system.rectangles;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.kernel.PageSections;
import io.metasched.simulation.report.PageLimits;
import java.io.IOException;
import java.util.List;

/** Reservations on a page. */
final class RectanglesPage implements PageSections<RectanglesRun> {
  private final PageLimits limits;

  RectanglesPage(PageLimits limits) {
    this.limits = limits;
  }

  @Override
  public String body() {
    return "rectangles.html";
  }

  @Override
  public List<String> scripts() {
    return List.of("rectangles.js");
  }

  @Override
  public void run(RectanglesRun run, JsonGenerator block) throws IOException {
    block.writeStartObject();
    block.writeNumberField("bars", limits.bars());
    block.writeEndObject();
  }

  @Override
  public void summary(ObjectNode shown) {}
}
