package io.metasched.service.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that specify requirements on nodes. */
final class NodeOptions {
  @Option(
      names = "--require",
      paramLabel = "PROPERTY",
      converter = OptionForms.Demand.class,
      description = "What each node must have: ssd, memory>=64, gpu=a100; may be repeated.")
  private List<String> properties = new ArrayList<>();

  @Option(
      names = "--performance",
      paramLabel = "N",
      description = "Minimum performance of each node, as 'metasched nodes' lists it.")
  private @Nullable Integer performance;

  @Option(names = "--domain", paramLabel = "DOMAIN", description = "Only nodes of this domain.")
  private @Nullable String domain;

  /** Writes the options into a body; they override its values. */
  void into(ObjectNode body) {
    properties.forEach(each -> body.withObject("/requires").withArray("properties").add(each));
    Optional.ofNullable(performance)
        .ifPresent(least -> body.withObject("/requires").put("performance", least));
    Optional.ofNullable(domain).ifPresent(name -> body.withObject("/requires").put("domain", name));
  }
}
