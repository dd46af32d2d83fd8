/** Commands of a site's own Slurm: its nodes, jobs and reservations as records. */
@NullMarked
package io.metasched.service.site.slurm;

import org.jspecify.annotations.NullMarked;
