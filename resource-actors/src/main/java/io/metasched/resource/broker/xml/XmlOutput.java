package io.metasched.resource.broker.xml;

import io.metasched.resource.model.Ticks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Writer of a file of records, one per line. Confined to one thread. */
final class XmlOutput {
  private final Writer out;

  private XmlOutput(Writer out) {
    this.out = out;
  }

  /**
   * Writes a file, in UTF-8.
   *
   * @param root name of the root element
   * @param records function that writes the content
   * @throws XmlFileException if writing fails
   */
  static void write(Path file, String root, Consumer<XmlOutput> records) {
    try (var writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      var output = new XmlOutput(writer);
      output.print("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<" + root + ">\n");
      records.accept(output);
      output.print("</" + root + ">\n");
    } catch (IOException | UncheckedIOException e) {
      throw new XmlFileException("%s cannot be written: %s".formatted(file, e.getMessage()));
    }
  }

  void begin(String record) {
    print("  <" + record + ">");
  }

  void end(String record) {
    print("</" + record + ">\n");
  }

  void field(String name, long value) {
    print("<" + name + ">" + value + "</" + name + ">");
  }

  void seconds(String name, long ticks) {
    long seconds = ticks / Ticks.PER_UNIT;
    long rest = ticks % Ticks.PER_UNIT;
    print("<" + name + ">" + seconds + (rest == 0 ? "" : ".%03d".formatted(rest)));
    print("</" + name + ">");
  }

  void names(String name, List<String> values) {
    if (!values.isEmpty()) {
      if (values.stream().anyMatch(each -> each.contains(","))) {
        throw new XmlFileException(
            "%s must not contain a comma, but is %s"
                .formatted(name, XmlRecord.quoted(values.toString())));
      }
      field(name, String.join(",", values));
    }
  }

  void field(String name, String value) {
    if (!value.equals(value.strip()) || value.isEmpty() || value.matches("(?s).*\\p{Cc}.*")) {
      throw new XmlFileException(
          "%s must be a text without control characters or blanks around it, but is %s"
              .formatted(name, XmlRecord.quoted(value)));
    }
    var escaped = value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    print("<" + name + ">" + escaped + "</" + name + ">");
  }

  private void print(String text) {
    try {
      out.write(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
