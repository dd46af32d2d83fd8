package io.metasched.simulation.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.metasched.simulation.rows.Unit;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Table of boxes, each with a name, a price, an optional colour, and additional columns of the
 * user.
 */
final class InputFileTest {
  private static final int MOST = 5;

  private record Box(
      String name, long priceMilli, Optional<String> colour, SortedMap<String, String> own) {}

  private static final InputColumn<Box, String> NAME =
      InputColumn.required("id", InputType.NAMED, Unit.NONE, "its name", Box::name);
  private static final InputColumn<Box, Long> PRICE =
      InputColumn.required(
          "price", InputType.decimal(0, 1_000_000), Unit.MONEY, "cost", Box::priceMilli);
  private static final InputColumn<Box, String> COLOUR =
      InputColumn.optional(
          "colour",
          InputType.oneOf(List.of("red", "blue"), word -> word),
          Unit.NONE,
          "its colour",
          Box::colour);
  private static final InputFormat<Box> FORMAT =
      new InputFormat<>(
          "boxes",
          MOST,
          List.of(NAME, PRICE, COLOUR),
          row ->
              Optional.of(
                  new Box(row.get(NAME), row.get(PRICE), row.optional(COLOUR), row.others())),
          Optional.of(Box::own));

  @TempDir private Path folder;

  // --- rejected files

  @Test
  void eachFaultNamesThePlaceTheAllowedAndTheGivenValue() throws IOException {
    var faults = faults("id,price,colour\na,-1,red\n,2,green\nb,,\nc,1.2345,\n");

    assertThat(faults)
        .containsExactly(
            at(2)
                + "column price: allowed is a number from 0 to 1000 with at most 3 decimals; given"
                + " was \"-1\"",
            at(3)
                + "column id: allowed is a name of 1 to 60 characters without semicolon; given was"
                + " nothing",
            at(3) + "column colour: allowed is one of red, blue; given was \"green\"",
            at(4)
                + "column price: allowed is a number from 0 to 1000 with at most 3 decimals; given"
                + " was nothing",
            at(5)
                + "column price: allowed is a number from 0 to 1000 with at most 3 decimals; given"
                + " was \"1.2345\"");
  }

  @Test
  void readingEndsWithTheTenthFault() throws IOException {
    var faults = faults("id,price,colour\n" + "a,x,green\n".repeat(50));

    assertThat(faults).hasSize(InputFaults.MOST);
    assertThat(faults.get(9)).startsWith(at(6));
  }

  @Test
  void columnsAreNamedOnceAndKnown() throws IOException {
    assertThat(faults("id,id,price\na,b,1\n"))
        .singleElement()
        .asString()
        .contains("\"id\" occurs twice");
    assertThat(faults("id,prices\na,1\n").get(0))
        .contains("unknown column \"prices\"; did you mean 'price'?");
    assertThat(faults("id\na\n"))
        .containsExactly(at(1) + "column price is missing; columns of boxes are id, price, colour");
    assertThat(faults("id,price,a b\na,1,2\n").get(0))
        .contains("unknown column \"a b\"", "letters, digits");
    assertThat(faults("id,price,\na,1,2\n").get(0))
        .contains("column 3: allowed is nothing, because the column has no name");
    assertThat(faults("id,price\na,1,2\nb\n"))
        .containsExactly(
            at(2) + "a row has 2 columns, but this one has 3",
            at(3) + "a row has 2 columns, but this one has 1");
  }

  @Test
  void moreRowsThanAllowedEndTheReading() throws IOException {
    assertThat(faults("id,price\n" + "a,1\n".repeat(MOST + 1)))
        .containsExactly(at(7) + "allowed are at most 5 boxes, but there are more");
  }

  @Test
  void invalidCsvIsRefused() throws IOException {
    assertThat(faults("").get(0)).contains("is empty; the first line must name the columns");
    assertThat(faults("id,price\n\"a,1\n").get(0)).startsWith(at(2)).contains("is not valid CSV");
    assertThat(faults("id,price;colour\na,1;red\n").get(0))
        .contains("comma, semicolon or tab", "several");
    assertThat(faults("id,price\n" + "a".repeat(5000) + ",1\n").get(0))
        .contains("is not valid CSV");
    Files.write(file("boxes.csv"), new byte[] {'i', 'd', ',', 'p', (byte) 0xff, '\n'});
    assertThat(faults().get(0)).contains("not UTF-8 text");
    Files.delete(file("boxes.csv"));
    assertThat(faults().get(0)).contains("does not exist");
    Files.createDirectory(file("boxes.csv"));
    assertThat(faults().get(0)).contains("is not a regular file");
  }

  @Test
  void aThousandsCommaCouldMeanEither() throws IOException {
    assertThat(faults("id;price\na;1,000\n").get(0)).contains("with a point before the decimals");
    assertThat(faults("id,price\na,\"1,5\"\n").get(0)).contains("with a point before the decimals");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[1]",
        "[{\"id\": \"a\", \"price\": {}}]",
        "[{\"id\": \"a\", \"id\": \"b\"}]",
        "[{\"id\"",
        "",
        "[] []",
        "[{\"id\": \"a\", \"price\": [1]}]",
        "[[[[[[[[[[[[[[[["
      })
  void invalidListsOfRowsAreRefused(String text) throws IOException {
    Files.writeString(file("boxes.json"), text);

    var refusal =
        catchThrowableOfType(
            InputException.class,
            () ->
                InputFile.read(FORMAT, file("boxes.json"), new InputFaults(), (box, place) -> {}));

    assertThat(refusal.faults()).hasSize(1);
    assertThat(refusal.getMessage()).startsWith(file("boxes.json") + ":1:").doesNotContain("\n");
  }

  @Test
  void faultsOfJsonHaveLinesToo() throws IOException {
    Files.writeString(
        file("boxes.json"),
        "[\n{\"id\": \"a\", \"price\": 1},\n{\"id\": \"b\", \"price\": -2},\n{\"id\": \"c\"}]");
    var faults = new InputFaults();

    InputFile.read(FORMAT, file("boxes.json"), faults, (box, place) -> {});

    var all = catchThrowableOfType(InputException.class, faults::requireNone).faults();
    assertThat(all.get(0))
        .contains("boxes.json:3: column price: allowed is a number", "given was \"-2\"");
    assertThat(all.get(1)).contains("boxes.json:4: column price is missing");
    assertThat(all).hasSize(2);
  }

  // --- accepted files

  @Test
  void spreadsheetsAreReadAsTheyWriteFiles() throws IOException {
    var plain =
        read("id,price,colour,size\na,1.5,red,3\n\"b, the second\",2,,\n", StandardCharsets.UTF_8);

    assertThat(plain)
        .containsExactly(
            new Box("a", 1500, Optional.of("red"), new TreeMap<>(Map.of("size", "3"))),
            new Box("b, the second", 2000, Optional.empty(), Collections.emptySortedMap()));
    assertThat(
            read(
                "\ufeffid,price,colour,size\r\na,1.5,red,3\r\n\"b, the second\",2,,\r\n\r\n",
                StandardCharsets.UTF_8))
        .isEqualTo(plain);
    assertThat(
            read(
                "\"id\";\"price\";\"colour\";\"size\"\na;1,5;red;3\n\"b, the second\";2;;\n",
                StandardCharsets.UTF_8))
        .isEqualTo(plain);
    assertThat(
            read(
                "\ufeffid\tprice\tcolour\tsize\n a \t1.50\tred\t3\n\"b, the second\"\t2e0\t\t\n",
                StandardCharsets.UTF_16LE))
        .isEqualTo(plain);
    assertThat(
            read(
                "\ufeffid,price,colour,size,,\na,1.5,red,3,,\n\"b, the second\",2,,,,\n,,,,,\n",
                StandardCharsets.UTF_16BE))
        .isEqualTo(plain);
  }

  @Test
  void writtenRowsAreReadBack() throws IOException {
    var own = new TreeMap<>(Map.of("gpu", "a100", "memory", "64"));
    var boxes =
        List.of(
            new Box("a \"b\", c", 1, Optional.of("blue"), own),
            new Box("1", 1_000_000, Optional.empty(), new TreeMap<>()));
    for (boolean json : List.of(true, false)) {
      var text = new StringWriter();
      new InputTable<>(FORMAT, boxes).write(json, text);
      var file = file(json ? "back.json" : "back.csv");
      Files.writeString(file, text.toString());
      var back = new ArrayList<Box>();
      var faults = new InputFaults();

      InputFile.read(FORMAT, file, faults, (box, place) -> back.add(box));

      faults.requireNone();
      assertThat(back).isEqualTo(boxes);
    }
  }

  private List<Box> read(String text, Charset charset) throws IOException {
    Files.write(file("boxes.csv"), text.getBytes(charset));
    var boxes = new ArrayList<Box>();
    var faults = new InputFaults();
    InputFile.read(FORMAT, file("boxes.csv"), faults, (box, place) -> boxes.add(box));
    faults.requireNone();
    return boxes;
  }

  private List<String> faults(String text) throws IOException {
    Files.writeString(file("boxes.csv"), text);
    return faults();
  }

  private List<String> faults() {
    var faults = new InputFaults();
    return catchThrowableOfType(
            InputException.class,
            () -> {
              InputFile.read(FORMAT, file("boxes.csv"), faults, (box, place) -> {});
              faults.requireNone();
            })
        .faults();
  }

  private Path file(String name) {
    return folder.resolve(name);
  }

  private String at(int line) {
    return file("boxes.csv") + ":" + line + ": ";
  }
}
