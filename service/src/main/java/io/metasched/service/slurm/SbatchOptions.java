package io.metasched.service.slurm;

import io.metasched.service.api.MemberNames;
import io.metasched.service.slurm.SlurmOption.Use;
import java.util.Locale;

/** Options of sbatch, on its command line, in the head of a script, and as variables. */
final class SbatchOptions {
  private static final String UNDERSTOOD =
      """
      account= A: paying account
      array= a: indices of elements, such as 1-100:2,200, and %N for at most N of them at once
      begin= b: earliest start
      chdir= D: folder in which the script runs, usually the current one; each node must have it
      comment=: text; words such as budget=5, deadline=18:00 or criterion=cost are obeyed
      constraint= C: properties of the node, separated by &
      cpus-per-task= c: variables; a node with cpus>=N if the nodes list their cpus
      deadline=: latest end
      dependency= d: after, afterany, afterok, afternotok, aftercorr with numbers; singleton
      error= e: file for standard error
      exclude= x: nodes that the job does not get
      export=: ALL, NONE, and names or NAME=VALUE
      input= i: file for standard input
      job-name= J: name of the job
      mail-type=: BEGIN, END, FAIL, REQUEUE, BOOKED or ALL, with --mail-user
      mail-user=: receiver of mails, if the service sends mails
      mem=: memory limit, in MB without a unit
      mem-per-cpu=: memory limit for each cpu
      nodelist= w: node of the job
      nodes= N: 1
      ntasks= n: variables; the script is started once
      open-mode=: append or truncate
      output= o: file for the output, usually slurm-%j.out, or slurm-%A_%a.out for arrays
      parsable: only the number is printed
      partition= p: domain of the node
      priority=: priority among the waiting jobs; refused if the service plans in order of submission
      requeue: run again if the node is lost or drained
      signal=: USR1 or TERM before the end
      test-only: a dry run; nothing is submitted
      wait W: waits for the end of the job, and exits with its exit status
      time= t: time limit, which is the length of the window; usually 10 minutes
      wrap=: a command instead of a script
      """;

  private static final String WITHOUT_EFFECT =
      """
      exclusive=?: nodes are never shared
      ignore-pbs: lines of PBS are never read
      no-requeue: the usual treatment
      oversubscribe s: nodes are never shared
      overcommit O: a script is started once
      """;

  private static final String IGNORED =
      """
      acctg-freq=: usage is not measured
      core-spec= S: nodes have no specialized cores
      cores-per-socket=: use -C with properties
      cpu-freq=: frequencies are not changed
      distribution= m: the script is started once
      extra-node-info= B: use -C with properties
      get-user-env=?: the environment of sbatch is used
      gid=: jobs run as the user of their account
      hint=: the script is started once
      kill-on-invalid-dep=: such a job is always refused
      mem-bind=: memory is not bound
      mincpus=: use -C with properties
      monitor=?: usage is not measured
      nice=?: --priority sets the priority
      no-kill=? k: a script has one node
      ntasks-per-core=: the script is started once
      ntasks-per-node=: the script is started once
      ntasks-per-socket=: the script is started once
      power=: -
      profile=: usage is not measured
      propagate=?: limits are those of the node
      qos= q: there is no quality of service
      sockets-per-node=: use -C with properties
      spread-job: a script has one node
      switches=: -
      thread-spec=: nodes have no specialized threads
      threads-per-core=: use -C with properties
      time-min=: the time limit is not shortened
      tmp=: use -C with properties
      use-min-nodes: a script has one node
      wait-all-nodes=: a script has one node
      wckey=: there are no keys
      """;

  private static final String REFUSED =
      """
      batch=: a script has one node
      bb=: there are no burst buffers
      bbf=: there are no burst buffers
      cluster-constraint=: there is one cluster
      container=: there are no containers
      cpus-per-gpu=: use -C gpu
      delay-boot=: -
      export-file=: use --export
      gpus= G: use -C gpu, a property of nodes
      gpus-per-node=: use -C gpu, a property of nodes
      gpus-per-socket=: use -C gpu, a property of nodes
      gpus-per-task=: use -C gpu, a property of nodes
      gres=: use -C, properties of nodes
      gres-flags=: use -C, properties of nodes
      hold H: use --begin
      licenses= L: there are no licenses
      mem-per-gpu=: use --mem
      network=: -
      nodefile= F: use --nodelist
      reboot: nodes are not booted
      reservation=: use 'metasched submit --hold-offer'
      uid=: jobs run as the user of their account
      """;

  static final OptionTable TABLE =
      OptionTable.ordered("sbatch")
          .with(Use.UNDERSTOOD, UNDERSTOOD)
          .with(Use.WITHOUT_EFFECT, WITHOUT_EFFECT)
          .with(Use.IGNORED, IGNORED)
          .with(Use.REFUSED, REFUSED);

  /** Options by the members of a job that they set. */
  static final MemberNames MEMBERS =
      MemberNames.of(
          """
          /account: --account
          /after: --dependency
          /array: --array
          /labels: --comment
          /mail: --mail-user
          /name: --job-name
          /priority: --priority
          /requires/domain: --partition
          /requires/node: --nodelist
          /requires/properties: --constraint or --exclude
          /run/chdir: --chdir
          /run/command: the arguments of the script
          /run/grace: --signal
          /run/input: the script with its environment
          /run/limits/memoryBytes: --mem
          /run/warnBeforeEnd: --signal
          /start/notBefore: --begin
          /work/duration: --time
          """);

  private SbatchOptions() {}

  /** Returns the option that an environment variable stands for. */
  static String ofVariable(String variable) {
    var name = variable.substring("SBATCH_".length()).toLowerCase(Locale.ROOT).replace('_', '-');
    return switch (name) {
      case "array-inx" -> "array";
      case "mem-per-node" -> "mem";
      case "timelimit" -> "time";
      default -> name;
    };
  }
}
