# A short story.
title: THE LIGHTHOUSE
start: shore
goal: lantern room
end: You set the lamp into its place, and far out at sea a horn answers.

[room shore]
text: Waves run up the sand. It is getting dark, and no light burns in the tower.
way north: path
way east: boathouse

[room boathouse]
text: It smells of tar. Nets hang from the beams.
way west: shore

[room path]
text: A path climbs between the rocks to the door of the lighthouse.
way south: shore
way north: hall
lock north: rusty key | The door is locked. | The key groans, and the door swings open.

[room hall]
text: Stairs wind up into the dark. You can hardly see the steps.
way south: path
way up: lantern room
lock up: lamp | Without a light you would break your neck. | The lamp burns, and you see the steps.

[room lantern room]

[thing rusty key]
text: On its tag stands, in faded ink, `tower`.
in: boathouse

[thing lamp]
text: There is still some oil in it.
in: path

[thing anchor]
in: shore
heavy: yes
