package io.metasched.resource.broker.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.resource.broker.AccessList;
import io.metasched.resource.broker.AgentNode;
import io.metasched.resource.broker.NodeDemand;
import io.metasched.resource.broker.Task;
import io.metasched.resource.model.Span;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of tasks and resources: reading, writing and rejection. */
final class XmlFilesTest {
  private static final Path EXAMPLES = Path.of("..", "conf", "broker");
  private static final String FIELDS =
      "<taskId>1</taskId><startTime>5</startTime><endTime>9</endTime><load>20</load>";

  @TempDir private Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("tasks.xml"), text);
  }

  private List<Task> read(String text) throws IOException {
    return TaskFile.read(file(text), XmlLimits.DEFAULT);
  }

  private static String tasks(String inside) {
    return "<tasks>\n<task>%s</task>\n</tasks>".formatted(inside);
  }

  private void assertRefused(String text, String message) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(XmlFileException.class)
        .hasMessage("%s:%s", folder.resolve("tasks.xml"), message)
        .message()
        .doesNotContain("\n");
  }

  @Test
  void theExamplesAreRead() {
    var tasks = TaskFile.read(EXAMPLES.resolve("tasks.xml"), XmlLimits.DEFAULT);
    var nodes = ResourceFile.read(EXAMPLES.resolve("resources.xml"), XmlLimits.DEFAULT);

    assertThat(tasks).hasSize(4).contains(Task.of(2, new Span(60_000, 300_000), 45));
    assertThat(tasks.get(3))
        .isEqualTo(
            new Task(
                4,
                new Span(90_500, 200_000),
                20,
                new NodeDemand(2400, 2048),
                new AccessList("ann", List.of("bob", "eve"), List.of("bob"))));
    assertThat(nodes)
        .containsExactly(
            new AgentNode(1, "station1", "Rudolf Cluster", "farm1", 2400, 2048, 95),
            new AgentNode(2, "station2", "Rudolf Cluster", "farm1", 1800, 1024, 90));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<load>20</load> | <load>101</load> | load must be a whole number from 1 to 100, but is"
            + " '101'",
        "<load>20</load> | <load>0</load> | load must be a whole number from 1 to 100, but is '0'",
        "<load>20</load> | <load>2.5</load> | load must be a whole number from 1 to 100, but is"
            + " '2.5'",
        "<load>20</load> | <load></load> | load must be a whole number from 1 to 100, but is ''",
        "<load>20</load> | <weight>2</weight> | a task has the elements taskId, startTime, endTime,"
            + " load, minCPUPower, minMemory, owner, viewers, cancellers, but not 'weight'",
        "<load>20</load> | <owner>ann</owner> | a task needs the element load",
        "<load>20</load> | <load>20</load><load>3</load> | a task has one load, but this has two",
        "<load>20</load> | <load><b>2</b></load> | load may have no elements, but has b",
        "<load>20</load> | <load unit='%'>20</load> | 'load' may have no attributes",
        "<load>20</load> | text | there may be no text outside the fields of a task",
        "<load>20</load> | <load>20</load><viewers>bob</viewers> | viewers must be given with an"
            + " owner, but is 'bob'",
        "<load>20</load> | <load>&size;</load> | entities other than those of XML are not allowed",
        "<endTime>9< | <endTime>5< | endTime must be later than startTime, which is 5, but is '5'",
        "<endTime>9< | <endTime>-9< | endTime must be seconds from 0 to 1000000000000 with at most"
            + " three decimals, but is '-9'",
        "<endTime>9< | <endTime>1e5< | endTime must be seconds from 0 to 1000000000000 with at most"
            + " three decimals, but is '1e5'",
        "<endTime>9< | <endTime>1000000000001< | endTime must be seconds from 0 to 1000000000000"
            + " with at most three decimals, but is '1000000000001'",
        "<taskId>1< | <taskId>-1< | taskId must be a whole number from 0 to 9223372036854775807,"
            + " but is '-1'"
      })
  void aTaskThatIsWrongIsRefusedInOneLine(String part, String instead, String message) {
    assertRefused(tasks(FIELDS.replace(part, instead)), "2: " + message);
  }

  @Test
  void anIdThatOccursTwiceIsRefused() {
    var twice = "<tasks><task>%s</task>\n<task>%s</task></tasks>".formatted(FIELDS, FIELDS);

    assertRefused(twice, "2: taskId must not occur twice in a file, but is '1'");
  }

  @Test
  void malformedFilesAreRefused() {
    assertThatThrownBy(() -> read("<tasks>\n<task>" + FIELDS))
        .isInstanceOf(XmlFileException.class)
        .hasMessageContaining("tasks.xml:2: this is not well-formed XML: ")
        .message()
        .doesNotContain("\n");
    assertThatThrownBy(() -> read(""))
        .isInstanceOf(XmlFileException.class)
        .hasMessageContaining("tasks.xml:1: this is not well-formed XML: ");
    assertRefused("<jobs/>", "1: expected element tasks, but found jobs");
    assertRefused("<tasks><job/></tasks>", "1: expected element task, but found job");
  }

  @Test
  void entitiesAreNeitherExpandedNorReadFromElsewhere() throws IOException {
    var bomb =
        """
        <?xml version="1.0"?>
        <!DOCTYPE tasks [
          <!ENTITY a "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa">
          <!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
          <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">
        ]>
        <tasks><task><taskId>&c;</taskId></task></tasks>
        """;
    var secret = Files.writeString(folder.resolve("secret"), "77");
    var external =
        "<!DOCTYPE tasks [<!ENTITY s SYSTEM '%s'>]>\n%s"
            .formatted(secret.toUri(), tasks(FIELDS.replace("<load>20", "<load>&s;")));

    for (var text : List.of(bomb, external)) {
      assertThatThrownBy(() -> read(text))
          .isInstanceOf(XmlFileException.class)
          .hasMessageContaining("a DTD is not allowed");
    }
  }

  @Test
  void aFileIsReadWithinItsLimits() throws IOException {
    var text = tasks("<!-- %s -->%s".formatted("x".repeat(500), FIELDS));

    assertThatThrownBy(() -> TaskFile.read(file(text), new XmlLimits(400, 100, 100)))
        .hasMessageEndingWith("tasks.xml is too large: at most 400 bytes are read");
    assertThatThrownBy(() -> TaskFile.read(file(text), new XmlLimits(4000, 5, 100)))
        .hasMessageEndingWith("tasks.xml:2: more than 5 elements");
    assertThat(TaskFile.read(file(text), new XmlLimits(4000, 6, 100))).hasSize(1);
    assertThatThrownBy(() -> read(tasks("<taskId>" + "1".repeat(2000))))
        .hasMessageEndingWith("tasks.xml:2: taskId may have at most 1000 characters");
    assertThatThrownBy(() -> read(tasks("<" + "deep><".repeat(5000) + "deep>")))
        .hasMessageContaining("deep may have no elements");
  }

  @Test
  void aFileThatIsMissingIsNamed() {
    var missing = folder.resolve("none.xml");

    assertThatThrownBy(() -> TaskFile.read(missing, XmlLimits.DEFAULT))
        .hasMessage("there is no file " + missing);
  }

  @Test
  void unreadableFilesAreNamedInOneLine() throws IOException {
    assertThatThrownBy(() -> TaskFile.read(folder, XmlLimits.DEFAULT))
        .isInstanceOf(XmlFileException.class)
        .hasMessageStartingWith(folder + " cannot be read: ");

    var file = Files.write(folder.resolve("latin.xml"), new byte[] {'<', 'a', '>', (byte) 0xE4});
    assertThatThrownBy(() -> TaskFile.read(file, XmlLimits.DEFAULT))
        .isInstanceOf(XmlFileException.class)
        .hasMessageContaining("latin.xml:1: ")
        .message()
        .doesNotContain("\n");
  }

  @Test
  void wrongResourcesAreRefused() throws IOException {
    var example = Files.readString(EXAMPLES.resolve("resources.xml"));
    var idle = file(example.replace("<CPU_idle>95", "<CPU_idle>101"));
    assertThatThrownBy(() -> ResourceFile.read(idle, XmlLimits.DEFAULT))
        .hasMessageEndingWith(":11: CPU_idle must be a whole number from 0 to 100, but is '101'");

    var twice = file(example.replace("<Id>2", "<Id>1"));
    assertThatThrownBy(() -> ResourceFile.read(twice, XmlLimits.DEFAULT))
        .hasMessageEndingWith(":14: Id must not occur twice in a file, but is '1'");

    var none = file("<resources/>");
    assertThatThrownBy(() -> ResourceFile.read(none, XmlLimits.DEFAULT))
        .hasMessageEndingWith("at least 1 resource is needed, but there is none");
  }

  @Test
  void writtenFilesAreReadAgain() {
    var file = folder.resolve("written.xml");
    var access = new AccessList("ann & <bob>", List.of("*"), List.of("\"eve\"", "joe"));
    var tasks =
        List.of(
            Task.of(7, new Span(1, 1_500), 100),
            new Task(8, new Span(0, 1000), 1, new NodeDemand(0, 3), AccessList.OPEN),
            new Task(9, new Span(0, 60_050), 1, NodeDemand.NONE, access),
            new Task(10, new Span(0, 60_050), 1, NodeDemand.NONE, AccessList.of("ann")));
    TaskFile.write(file, tasks);
    assertThat(TaskFile.read(file, XmlLimits.DEFAULT)).isEqualTo(tasks);

    var nodes = List.of(new AgentNode(3, "n & m", "c<d", "f", 0, Integer.MAX_VALUE, 0));
    ResourceFile.write(file, nodes);
    assertThat(ResourceFile.read(file, XmlLimits.DEFAULT)).isEqualTo(nodes);
  }

  @Test
  void aNameThatCannotBeReadAgainIsNotWritten() {
    var file = folder.resolve("written.xml");
    var comma = new AccessList("ann", List.of("bob, eve"), List.of());
    var task = new Task(9, new Span(0, 60_050), 1, NodeDemand.NONE, comma);

    assertThatThrownBy(() -> TaskFile.write(file, List.of(task)))
        .hasMessage("viewers must not contain a comma, but is '[bob, eve]'");
    assertThatThrownBy(
            () -> ResourceFile.write(file, List.of(new AgentNode(1, "a\u0007", "c", "f", 1, 1, 1))))
        .hasMessageContaining("NodeName must be a text without control characters");
  }

  @Test
  void aHundredThousandTasksAreAFileOfAboutTenMegabytes() throws IOException {
    var file = folder.resolve("many.xml");
    var tasks =
        LongStream.range(0, 100_000)
            .mapToObj(id -> Task.of(id, Span.of(id * 10_000, 60_000), 1 + (int) (id % 50)))
            .toList();

    TaskFile.write(file, tasks);

    assertThat(Files.size(file)).isBetween(9_000_000L, 11_000_000L);
    assertThat(TaskFile.read(file, XmlLimits.DEFAULT)).isEqualTo(tasks);
  }
}
