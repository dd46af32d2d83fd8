package io.metasched.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Window;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.Dependency.Outcome;
import io.metasched.service.book.WorkflowSpec;
import io.metasched.service.plan.WorkflowCommands.Task;
import io.metasched.service.plan.WorkflowCommands.Wanted;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Offers for whole workflows. */
final class WorkflowOutlookTest {
  private final SmallBook book = new SmallBook();

  @Test
  void offersCostNoMoreThanTheBalance() {
    for (var node : List.of("d-0", "d-1")) { // the cheap nodes
      book.submit("x" + node, SmallBook.spec("{'work':{'duration':'PT90M'}}"));
      book.book("x" + node, node, 0, 90);
    }
    var first = new Task("a", SmallBook.spec("{'work':{'duration':'PT10M'}}"), Map.of());
    var second =
        new Task("b", SmallBook.spec("{'work':{'duration':'PT9M'}}"), Map.of("a", Outcome.OK));
    var spec = new WorkflowSpec("w", "a", Optional.empty(), Optional.empty(), "heft");
    var wanted = new Wanted(spec, List.of(first, second));

    assertThat(costs(wanted)).doesNotContain(13_680L).contains(11_400L);

    book.write(new BookEvent.Deposited("a", 10_000_000, Optional.empty(), ""));

    assertThat(costs(wanted)).contains(11_400L, 13_680L);
  }

  private List<Long> costs(Wanted wanted) {
    return new WorkflowOutlook(book.state(), book.fleet, book.settings, wanted, "u", 0)
        .plans().values().stream()
            .map(windows -> windows.stream().mapToLong(Window::costMilli).sum())
            .toList();
  }
}
