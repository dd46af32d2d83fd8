package io.metasched.service.site.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class HostListTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          n1                    | n1
          n1,n2                 | n1 n2
          n[1-3,7]              | n1 n2 n3 n7
          n[01-03,007,9-10]     | n01 n02 n03 n007 n9 n10
          n[098-101]            | n098 n099 n100 n101
          a[1-2]b[3-4]          | a1b3 a1b4 a2b3 a2b4
          r[1-2]-ib,login       | r1-ib r2-ib login
          gpu-a.site,x[1]       | gpu-a.site x1
          """)
  void listsAreExpanded(String list, String nodes) throws Exception {
    assertThat(HostList.expand(list)).containsExactly(nodes.split(" "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "(null)", "None assigned"})
  void someListsHaveNoNodes(String list) throws Exception {
    assertThat(HostList.expand(list)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "n[1-3",
        "n1-3]",
        "n[1-]",
        "n[a-b]",
        "n[]",
        "n[1--3]",
        "n[[1]]",
        "n1,,n2",
        ",",
        "n1,",
        "(Resources)",
        "n 1",
        "n[1-99999999999]",
        "n[1-3]]",
        "n[-1]"
      })
  void garbledListsFail(String list) {
    assertThatThrownBy(() -> HostList.expand(list)).isInstanceOf(SlurmFailure.class);
  }

  @Test
  void aListIsBounded() throws Exception {
    assertThat(HostList.expand("n[1-200000]")).hasSize(HostList.MOST_NODES);
    assertThatThrownBy(() -> HostList.expand("n[1-200001]"))
        .isInstanceOf(SlurmFailure.class)
        .hasMessageContaining("200000");
    assertThatThrownBy(() -> HostList.expand("n[1-999]m[1-999]k[1-999]"))
        .isInstanceOf(SlurmFailure.class);
  }
}
