package io.metasched.service.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.metascheduler.program.TextTable;
import io.metasched.service.api.MemberNames;
import io.metasched.service.client.ApiClient;
import io.metasched.service.client.ServiceException;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command that sends requests to a service and prints the answers. */
abstract class ClientCommand implements Callable<Integer> {
  @Spec CommandSpec spec;
  @Mixin ClientOptions options;

  /** Column of a table with its text for an item. */
  record Column(String header, Function<JsonNode, String> text) {}

  /** Returns a column of values at a JSON pointer; the text of a missing value is {@code -}. */
  static Column column(String header, String pointer) {
    return new Column(header, item -> item.at(pointer).asText("-"));
  }

  /** Returns a column of the members with the name of the header. */
  static Column column(String header) {
    return column(header, "/" + header);
  }

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** Returns texts joined by commas. */
  static String list(JsonNode texts) {
    return StreamSupport.stream(texts.spliterator(), false)
        .map(JsonNode::asText)
        .collect(Collectors.joining(","));
  }

  /** Returns the options by the members of a body that they set, for messages. */
  MemberNames members() {
    return MemberNames.NONE;
  }

  final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** Prints a line of foreign text. */
  final void line(String text) {
    out().println(PrintableText.replaced(text));
  }

  /** Prints a message on standard error. */
  final void report(String message) {
    ServiceCommands.say(spec.commandLine(), message);
  }

  final ParameterException invalid(String option, String allowed, String given) {
    return new ParameterException(
        spec.commandLine(), "%s: allowed is %s, given was '%s'".formatted(option, allowed, given));
  }

  /**
   * Prints an answer as JSON if that is requested, otherwise as text.
   *
   * @return exit code of a successful command
   */
  final int print(JsonNode answer, Runnable asText) {
    if (options.json()) {
      out().println(PrintableText.json(answer.toString()));
    } else {
      asText.run();
    }
    out().flush();
    return ExitCode.DONE;
  }

  /**
   * Prints a line about a change that has no answer, unless JSON is requested.
   *
   * @return exit code of a successful command
   */
  final int printDone(String text) {
    if (!options.json()) {
      line(text);
      out().flush();
    }
    return ExitCode.DONE;
  }

  /** Prints a table with a row for each item. */
  final void table(Iterable<JsonNode> items, Column... columns) {
    var table = new TextTable(Arrays.stream(columns).map(Column::header).toArray(String[]::new));
    for (var item : items) {
      table.row(
          Arrays.stream(columns).map(column -> column.text().apply(item)).toArray(String[]::new));
    }
    table.print(out());
  }

  /**
   * Sends a body for each node.
   *
   * @param path path of the requests, with {@code %s} for the name
   * @return exit code of the command
   */
  final int postEach(List<String> names, String path, ObjectNode body) {
    var client = options.client();
    return each(
        names, name -> client.post(path.formatted(ApiClient.part(name)), body, Optional.empty()));
  }

  /**
   * Sends a request for each job or node, and prints the answers if JSON is requested. After a
   * rejection, which is reported, the remaining requests are still sent.
   *
   * @return exit code of the command
   * @throws ServiceException if the service is unreachable
   */
  final int each(List<String> names, Function<String, JsonNode> request) {
    return each(names, request, answer -> {});
  }

  /** Sends these requests, and prints each answer as JSON or otherwise as text. */
  final int each(
      List<String> names, Function<String, JsonNode> request, Consumer<JsonNode> asText) {
    int code = ExitCode.DONE;
    for (var name : names) {
      try {
        var answer = request.apply(name);
        print(answer, () -> asText.accept(answer));
      } catch (ServiceException e) {
        if (e.kind() == ServiceException.Kind.UNREACHABLE) {
          throw e;
        }
        report(name + ": " + e.getMessage());
        code = ExitCode.REFUSED;
      }
    }
    return code;
  }
}
