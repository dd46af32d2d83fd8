package io.metasched.service.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of jobs and reservations: name, payment, and requirements on nodes. */
final class SharedOptions {
  @Option(
      names = {"-J", "--name"},
      paramLabel = "NAME",
      description = "Name of the job or reservation.")
  private @Nullable String name;

  @Option(
      names = {"-A", "--account"},
      paramLabel = "ACCOUNT",
      description = "Paying account; required if you may use several accounts.")
  private @Nullable String account;

  @Option(
      names = "--budget",
      paramLabel = "MONEY",
      converter = OptionForms.Amount.class,
      description = "Maximum cost.")
  private @Nullable String budget;

  @Option(
      names = "--require",
      paramLabel = "PROPERTY",
      converter = OptionForms.Demand.class,
      description = "Requirement on each node: ssd, memory>=64, gpu=a100; may be repeated.")
  private List<String> properties = new ArrayList<>();

  @Option(
      names = "--performance",
      paramLabel = "N",
      description = "Minimum performance of each node, as 'metasched nodes' lists it.")
  private @Nullable Integer performance;

  @Option(names = "--domain", paramLabel = "DOMAIN", description = "Only nodes of this domain.")
  private @Nullable String domain;

  /** Writes the options into a body, whose values they override. */
  void into(ObjectNode body) {
    Optional.ofNullable(name).ifPresent(text -> body.put("name", text));
    Optional.ofNullable(account).ifPresent(text -> body.put("account", text));
    Optional.ofNullable(budget).ifPresent(most -> body.withObject("/budget").put("total", most));
    properties.forEach(each -> body.withObject("/requires").withArray("properties").add(each));
    Optional.ofNullable(performance)
        .ifPresent(least -> body.withObject("/requires").put("performance", least));
    Optional.ofNullable(domain).ifPresent(only -> body.withObject("/requires").put("domain", only));
  }
}
