// Nine samples are simulated and checked, then merged and reported: 20 tasks.
params.samples = 9
params.out = 'results'

process SIMULATE {
  input: val sample
  output: tuple val(sample), path('sample.txt')
  script: "seq $sample 100 >sample.txt"
}

process CHECK {
  input: tuple val(sample), path('sample.txt')
  output: path("${sample}.sum")
  script: "awk '{ sum += \$1 } END { print $sample, sum }' sample.txt >${sample}.sum"
}

process MERGE {
  input: path(sums)
  output: path('all.txt')
  script: "cat $sums | sort -n >all.txt"
}

process REPORT {
  publishDir params.out, mode: 'copy'
  input: path('all.txt')
  output: path('report.txt')
  script: "awk '{ sum += \$2 } END { print NR \" samples, sum \" sum }' all.txt >report.txt"
}

workflow {
  SIMULATE(Channel.of(1..params.samples)) | CHECK | collect | MERGE | REPORT
}
