package io.metasched.simulation.input;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.metasched.metascheduler.program.PrintableText;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows of a JSON file: a list of objects, each a row, with a field for each cell. A cell may also
 * be a list of strings, which is equivalent to one string with semicolons between them.
 */
record JsonRows(String file, InputFaults faults, RowCheck<?> check) {
  private static final int MOST_CELLS = 256;
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(1 << 16)
                  .maxNameLength(1000)
                  .maxNumberLength(100)
                  .maxNestingDepth(10)
                  .build())
          .build();

  void read(Reader text) throws IOException {
    try (var json = FACTORY.createParser(text)) {
      if (json.nextToken() != JsonToken.START_ARRAY) {
        throw wrong(json, "a list of objects: [ { ... }, ... ]");
      }
      while (json.nextToken() != JsonToken.END_ARRAY) {
        if (json.currentToken() != JsonToken.START_OBJECT) {
          throw wrong(json, "an object { ... } for each row");
        }
        row(json);
      }
      if (json.nextToken() != null) {
        throw wrong(json, "nothing after the list");
      }
    } catch (JsonProcessingException noJson) {
      var at = noJson.getLocation();
      throw faults.fatal(
          "%s:%d:%d: is not valid JSON: %s"
              .formatted(
                  file,
                  at == null ? 1 : at.getLineNr(),
                  at == null ? 1 : at.getColumnNr(),
                  PrintableText.shortLine(noJson.getOriginalMessage())));
    }
  }

  private void row(JsonParser json) throws IOException {
    var place = file + ":" + json.currentTokenLocation().getLineNr();
    var names = new ArrayList<String>();
    var cells = new ArrayList<String>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      if (names.size() == MOST_CELLS) {
        throw wrong(json, "at most %d fields".formatted(MOST_CELLS));
      }
      names.add(json.currentName());
      json.nextToken();
      cells.add(cell(json));
    }
    faults.beginRow();
    check.columns(place, names);
    check.row(place, cells);
  }

  private String cell(JsonParser json) throws IOException {
    return switch (json.currentToken()) {
      case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> json.getText();
      case VALUE_TRUE -> "yes";
      case VALUE_FALSE -> "no";
      case VALUE_NULL -> "";
      case START_ARRAY -> {
        var texts = new ArrayList<String>();
        while (json.nextToken() == JsonToken.VALUE_STRING) {
          texts.add(json.getText());
        }
        if (json.currentToken() != JsonToken.END_ARRAY) {
          throw wrong(json, "texts in a list");
        }
        yield String.join("; ", List.copyOf(texts));
      }
      default -> throw wrong(json, "a text, a number, true, false, null or a list of texts");
    };
  }

  private InputException wrong(JsonParser json, String allowed) throws IOException {
    var at = json.currentTokenLocation();
    var given = json.currentToken() == null ? "the end of the file" : "" + json.getText();
    return faults.fatal(
        "%s:%d:%d: allowed is %s; given was %s"
            .formatted(
                file, at.getLineNr(), at.getColumnNr(), allowed, PrintableText.quoted(given)));
  }
}
