package io.metasched.service.slurm;

import io.metasched.service.book.Role;
import io.metasched.service.slurm.SlurmOption.Use;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Command that lists the accounts of a user. */
final class Sacctmgr {
  static final OptionTable OPTIONS =
      OptionTable.of("sacctmgr")
          .with(
              Use.UNDERSTOOD,
              """
              noheader n: no heading
              parsable p: a | after each account
              parsable2 P: only the account
              """)
          .with(
              Use.WITHOUT_EFFECT,
              """
              associations s: each account of a user has its line
              immediate i: nothing is changed
              readonly r: nothing is changed
              """);

  private static final Pattern ACCOUNT = Pattern.compile("(?i)account(?:%(-?)(\\d+))?");
  private static final int WIDTH = 10;

  private Sacctmgr() {}

  static SlurmAnswer answer(ClientView view) {
    var given = OPTIONS.parse(view.call().arguments());
    var words = given.operands();
    boolean isList = !words.isEmpty() && List.of("list", "show").contains(words.get(0));
    boolean isOfUsers =
        words.size() > 1
            && List.of("user", "users", "assoc", "associations").contains(words.get(1));
    if (!isList || !isOfUsers) {
      throw new ClientFaultException(
          "only 'list user' and 'show user' are there; see 'metasched account'");
    }
    int width = WIDTH;
    for (var word : words) {
      var field = ACCOUNT.matcher(word.replaceFirst("(?i)^format=", ""));
      if (field.matches() && field.group(2) != null) {
        width = RowLayout.width(field.group(2));
      }
    }
    boolean isTable = !given.has("parsable") && !given.has("parsable2");
    var column = new RowLayout.Cell<String>("", isTable ? width : 0, true, "Account", name -> name);
    var layout = new RowLayout<>(List.of(column), isTable ? " " : given.has("parsable") ? "|" : "");
    return SlurmAnswer.of(layout.lines(!given.has("noheader"), accounts(view)));
  }

  private static List<String> accounts(ClientView view) {
    if (view.principal().role() == Role.USER) {
      return view.principal().accounts();
    }
    var all = new ArrayList<String>();
    for (var each : view.state().accounts().entries()) {
      if (each.value().number() >= 0 && view.principal().maySee(each.key())) {
        all.add(each.key());
      }
    }
    return all;
  }
}
